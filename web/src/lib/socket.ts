/* The line to a table: sends requests, hands on news, comes back by itself when it breaks or falls silent. */

import type { AnyNews, AnyRequest } from "./wire";

/** Why the house lets nobody in: `line.<why>` in the words of the page. */
export type Refusal = "gone" | "full.guest" | "full.address" | "full.table" | `aside.${string}`;
export type LineState = "open" | "lost" | "closed";

/** All in milliseconds. */
const FIRST_WAIT = 400; // before the first new try; doubles up to LONGEST_WAIT
const LONGEST_WAIT = 8000;
const HEARTBEAT = 15000; // between two questions whether the house is still there
const ANSWER = 5000; // that it has to answer
const CONNECT = 8000; // to open a line
const WAKE = 3000; // to answer or to open after the device was away: then a dead line is likelier than a slow one
const REFUSALS: Record<number, Refusal> = { 4004: "gone", 4031: "full.guest", 4032: "full.address", 4033: "full.table" }; // by the code of the closed socket

const SET_ASIDE = 4010; // and the reason says what of the table cannot be read

export class Line {
  private socket: WebSocket | undefined;
  private wait = FIRST_WAIT;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setInterval> | undefined;
  private deadline: ReturnType<typeof setTimeout> | undefined; // runs while a sign of life is owed
  private ended = false;

  constructor(
    private readonly table: string,
    private readonly hear: (news: AnyNews) => void,
    private readonly changed: (state: LineState, why?: Refusal) => void,
  ) {
    this.connect();
    addEventListener("online", this.wake);
    addEventListener("pageshow", this.wake);
    document.addEventListener("visibilitychange", this.wake);
  }

  /** Sends a request; false if the line is down. What matters carries its own number and can be sent again. */
  send(request: AnyRequest): boolean {
    if (!this.write(request)) return false;
    this.probe(ANSWER); // not every request is answered soon, a ping is
    return true;
  }

  close(): void {
    this.ended = true;
    removeEventListener("online", this.wake);
    removeEventListener("pageshow", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    clearTimeout(this.retry);
    this.leave();
  }

  private write(request: AnyRequest): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(request));
    return true;
  }

  private connect(): void {
    this.leave();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/socket`);
    this.socket = socket;
    this.expect(CONNECT);
    socket.onopen = () => {
      this.changed("open");
      this.probe(ANSWER);
      this.pulse = setInterval(() => this.probe(ANSWER), HEARTBEAT);
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.wait = FIRST_WAIT; // only now: a line that opens and says nothing is no line
      this.expect(undefined);
      this.hear(JSON.parse(event.data) as AnyNews);
    };
    socket.onclose = (event) => {
      const why = event.code === SET_ASIDE ? (`aside.${event.reason}` as const) : REFUSALS[event.code];
      if (!why) {
        this.lose();
        return;
      }
      this.close();
      this.changed("closed", why);
    };
  }

  /** Asks whether the house is still there. A socket may be called open long after the other end is gone: only an answer counts. */
  private probe(patience: number): void {
    if (this.write({ type: "ping" }) && this.deadline === undefined) this.expect(patience);
  }

  /** A sign of life is owed within so many milliseconds, or none is. */
  private expect(patience: number | undefined): void {
    clearTimeout(this.deadline);
    this.deadline = patience === undefined ? undefined : setTimeout(() => this.lose(), patience);
  }

  /** Turns away from the socket, which is never heard again: closing a dead one can take minutes. */
  private leave(): void {
    clearInterval(this.pulse);
    this.expect(undefined);
    if (!this.socket) return;
    this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
    this.socket.close();
    this.socket = undefined;
  }

  private lose(): void {
    this.leave();
    this.changed("lost");
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
  }

  /** The device is back from sleep, from another page or from where there was no net: whatever the line seems to be is put to the test. */
  private wake = (): void => {
    if (this.ended || document.hidden) return;
    switch (this.socket?.readyState) {
      case WebSocket.OPEN:
        this.expect(undefined);
        this.probe(WAKE);
        break;
      case WebSocket.CONNECTING:
        this.expect(WAKE);
        break;
      default:
        clearTimeout(this.retry);
        this.connect();
    }
  };
}
