import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TableModel } from "$lib/table.svelte";
import type { AnyNews, AnyRequest } from "$lib/wire";

const line = vi.hoisted(() => ({ hear: (_: unknown) => undefined as void, sent: [] as unknown[] }));
vi.mock("$lib/socket", () => ({
  Line: class {
    constructor(_: string, hear: (news: unknown) => void) {
      line.hear = hear;
    }
    send(request: unknown) {
      line.sent.push(request);
    }
    close() {}
  },
}));

const say = (news: object) => line.hear(news as AnyNews);
const sent = () => (line.sent as AnyRequest[]).map((request) => request.type);
const around = (phase: string) => ({ type: "table", phase, seats: [{ seat: 0, you: true }], fairness: { commits: [] } });
const view = (number: number, facts: object[]) => ({ type: "view", seat: 0, number, facts_from: 0, facts, show: { to_act: [0], number }, moves: [{ action: 1 }, { action: 2 }], undo: false });
let table: TableModel;

beforeEach(() => {
  line.sent = [];
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  const kept = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  vi.stubGlobal("localStorage", kept);
  vi.stubGlobal("sessionStorage", kept);
  table = new TableModel("t");
  say(around("playing"));
  say(view(0, []));
  table.choose(1);
  say({ type: "draft", seat: 0, actions: [1], chosen: [{ action: 1 }], moves: [], complete: true, ready: true });
});

afterEach(() => {
  table.close();
  vi.unstubAllGlobals();
});

test("a draft that is being played can neither be changed nor let go of", () => {
  table.confirm();
  table.choose(2);
  table.takeBack();
  expect(sent()).toEqual(["draft", "play"]);
  expect(table.draft?.actions).toEqual([1]);
});

test("the next question can be answered before the last move is acknowledged", () => {
  table.confirm();
  say(view(1, []));
  table.choose(2);
  expect(sent()).toEqual(["draft", "play", "draft"]);
});

test("the last draft rests between the result and the move that it follows from", () => {
  table.hold(true);
  table.confirm();
  say(around("over"));
  expect(table.news?.phase).toBe("playing");
  expect([table.isUnderWay, table.moves.length, table.toAct.length]).toEqual([true, 0, 0]);
  say(view(1, [{ key: "end", args: {} }]));
  table.played(undefined);
  expect(table.news?.phase).toBe("over");
  expect(table.draft).toBeUndefined();
});
