import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Line, type LineState } from "$lib/socket";

const CONNECTING = 0;
const OPEN = 1;
const CLOSED = 3;

/** A socket that does what a test says. */
class FakeSocket {
  static made: FakeSocket[] = [];
  static readonly CONNECTING = CONNECTING;
  static readonly OPEN = OPEN;
  readyState = CONNECTING;
  sent: string[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number; reason: string }) => void) | null = null;

  constructor() {
    FakeSocket.made.push(this);
  }
  send(text: string) {
    this.sent.push(text);
  }
  close() {
    this.readyState = CLOSED;
  }
  open() {
    this.readyState = OPEN;
    this.onopen?.();
    this.say({ type: "pong" });
  }
  say(news: object) {
    this.onmessage?.({ data: JSON.stringify(news) });
  }
  breaks(code = 1006) {
    this.readyState = CLOSED;
    this.onclose?.({ code, reason: "" });
  }
}

const page = new EventTarget();
let states: LineState[];
let line: Line;
const last = () => FakeSocket.made.at(-1) as FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.made = [];
  states = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("location", { protocol: "http:", host: "house" });
  vi.stubGlobal("document", Object.assign(page, { hidden: false }));
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  line = new Line("t", () => undefined, (state) => states.push(state));
});

afterEach(() => {
  line.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a socket that is called open and answers no ping is replaced", () => {
  last().open();
  vi.advanceTimersByTime(15000);
  expect(last().sent.at(-1)).toBe('{"type":"ping"}');
  vi.advanceTimersByTime(5000);
  expect(states).toEqual(["open", "lost"]);
  vi.advanceTimersByTime(400);
  expect(FakeSocket.made).toHaveLength(2);
});

test("any news is a sign of life", () => {
  last().open();
  for (let beat = 0; beat < 20; beat++) {
    vi.advanceTimersByTime(15000);
    last().say({ type: "table" });
  }
  expect(states).toEqual(["open"]);
  expect(FakeSocket.made).toHaveLength(1);
});

test("a request on a dead line shows that it is dead", () => {
  last().open();
  expect(line.send({ type: "start" })).toBe(true);
  vi.advanceTimersByTime(5000);
  expect(states).toEqual(["open", "lost"]);
});

test("requests one after the other do not put off the deadline", () => {
  last().open();
  for (let number = 0; number < 5; number++) {
    line.send({ type: "start" });
    vi.advanceTimersByTime(1000);
  }
  expect(states).toEqual(["open", "lost"]);
});

test("a line that does not open is given up", () => {
  vi.advanceTimersByTime(8000);
  expect(states).toEqual(["lost"]);
  vi.advanceTimersByTime(400);
  expect(FakeSocket.made).toHaveLength(2);
});

test("tries become rarer until the house speaks, not only opens", () => {
  const made: number[] = [];
  for (let number = 0; number < 8; number++) {
    const socket = last();
    socket.readyState = OPEN;
    socket.onopen?.();
    socket.breaks();
    const before = FakeSocket.made.length;
    let waited = 0;
    for (; FakeSocket.made.length === before; waited += 100) vi.advanceTimersByTime(100);
    made.push(waited);
  }
  expect(made).toEqual([400, 800, 1600, 3200, 6400, 8000, 8000, 8000]);
  last().open();
  last().breaks();
  vi.advanceTimersByTime(400);
  expect(last().readyState).toBe(CONNECTING);
});

test.each(["online", "pageshow", "visibilitychange"])("%s: a line that seems open is asked at once", (event) => {
  last().open();
  const before = last().sent.length;
  page.dispatchEvent(new Event(event));
  expect(last().sent).toHaveLength(before + 1);
  vi.advanceTimersByTime(3400);
  expect(FakeSocket.made).toHaveLength(2);
});

test.each(["online", "pageshow", "visibilitychange"])("%s: a broken line is tried at once", (event) => {
  last().open();
  last().breaks();
  page.dispatchEvent(new Event(event));
  expect(FakeSocket.made).toHaveLength(2);
  vi.advanceTimersByTime(2000);
  expect(FakeSocket.made).toHaveLength(2); // and the try that was planned is not made as well
});

test("a socket that was left is not heard any more", () => {
  const heard: unknown[] = [];
  line.close();
  line = new Line("t", (news) => heard.push(news), (state) => states.push(state));
  const dead = last();
  dead.open();
  heard.length = 0;
  vi.advanceTimersByTime(20400);
  dead.say({ type: "table" });
  dead.breaks();
  expect(heard).toEqual([]);
  expect(FakeSocket.made.at(-1)).not.toBe(dead);
});

test("a table that is not there is not asked for again", () => {
  last().breaks(4004);
  page.dispatchEvent(new Event("online"));
  vi.advanceTimersByTime(60000);
  expect(states).toEqual(["closed"]);
  expect(FakeSocket.made).toHaveLength(1);
});
