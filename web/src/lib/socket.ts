/* The line to a table: sends requests, hands on news, comes back by itself when it breaks. */

import type { AnyNews, AnyRequest } from "./wire";

export type LineState = "open" | "lost" | "closed";

const FIRST_WAIT = 400; // ms before the first new try; doubles up to LONGEST_WAIT
const LONGEST_WAIT = 8000;
const HEARTBEAT = 15000;
const NO_SUCH_TABLE = 4004;

export class Line {
  private socket: WebSocket | undefined;
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private pulse: ReturnType<typeof setInterval> | undefined;
  private ended = false;

  constructor(
    private readonly table: string,
    private readonly hear: (news: AnyNews) => void,
    private readonly changed: (state: LineState, why?: string) => void,
  ) {
    this.connect();
    addEventListener("online", this.retryNow);
    document.addEventListener("visibilitychange", this.retryNow);
  }

  /** Sends a request; false if the line is down. What matters carries its own number and can be sent again. */
  send(request: AnyRequest): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(request));
    return true;
  }

  close(): void {
    this.ended = true;
    removeEventListener("online", this.retryNow);
    document.removeEventListener("visibilitychange", this.retryNow);
    clearTimeout(this.timer);
    clearInterval(this.pulse);
    this.socket?.close();
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.table}/socket`);
    this.socket = socket;
    socket.onopen = () => {
      this.wait = FIRST_WAIT;
      this.changed("open");
      this.pulse = setInterval(() => this.send({ type: "ping" }), HEARTBEAT);
    };
    socket.onmessage = (event: MessageEvent<string>) => this.hear(JSON.parse(event.data) as AnyNews);
    socket.onclose = (event) => {
      clearInterval(this.pulse);
      if (this.ended) return;
      if (event.code === NO_SUCH_TABLE) {
        this.changed("closed", event.reason);
        return;
      }
      this.changed("lost");
      this.timer = setTimeout(() => this.connect(), this.wait);
      this.wait = Math.min(this.wait * 2, LONGEST_WAIT);
    };
  }

  private retryNow = (): void => {
    if (this.ended || document.hidden || this.socket?.readyState === WebSocket.OPEN || this.socket?.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.timer);
    this.connect();
  };
}
