/* The words of the house: a twin of src/spyhouse/words/__init__.py, which says how templates are written.
   tests/words/cases.json is run by both. */

export type Args = Record<string, unknown>;
export type Catalogue = Record<string, string>;
/** How pieces of one's own are called: by a name as it is, or by what is to be said of them in any language. */
export type Pieces = Record<string, string | { key: string; args: Args }>;

const NOWHERE = Symbol("nowhere");
const FIELD = /^(\^?)([^@#&?{}|^]+)(?:#([^@#&?{}|]+)|(?:@([^@#&?{}|]+))?(?:&([^@#&?{}|]+))?)$/u;

/** A template taken apart: plain texts, conditions, and fields with what is to be done to them. Templates are few and used often. */
type Part = string | Condition | Field;

interface Condition {
  path: string[];
  yes: string;
  no: string;
}

interface Field {
  capital: string;
  name: string;
  path: string[];
  noun: string | undefined;
  table: string | undefined;
  joiner: string | undefined;
}

const taken = new Map<string, Part[]>();

export class Words {
  private readonly said = new Map<string, string>(); // texts that nothing goes into

  constructor(
    readonly language: string,
    readonly catalogue: Catalogue,
    readonly names: readonly string[] = [],
    readonly pieces: Pieces = {},
  ) {}

  has(key: string): boolean {
    return key in this.pieces || key in this.catalogue;
  }

  /** The text of a key, filled in; a missing key shows itself in brackets. */
  say(key: string, args?: Args): string {
    if (args) return this.sayWith(key, args);
    let text = this.said.get(key);
    if (text === undefined) {
      text = this.sayWith(key, {});
      this.said.set(key, text);
    }
    return text;
  }

  private sayWith(key: string, args: Args): string {
    const piece = this.piece(key);
    if (piece !== undefined) return typeof piece === "string" ? piece : this.sayWith(piece.key, piece.args);
    const template = this.catalogue[key];
    return template === undefined ? `[${key}]` : this.fill(template, args);
  }

  /** What a piece of one's own is called; in every grammatical form alike, if it has no other. */
  private piece(key: string): Pieces[string] | undefined {
    const own = this.pieces[key];
    if (own !== undefined) return own;
    const dot = key.indexOf(".");
    const slash = key.indexOf("/");
    return slash >= 0 && slash < dot ? this.pieces[key.slice(0, slash) + key.slice(dot)] : undefined;
  }

  /** The same words, with display names for the seats. */
  named(names: readonly string[]): Words {
    return new Words(this.language, this.catalogue, names, this.pieces);
  }

  /** The same words for other pieces: what they are called wins over what the catalogue says. */
  knowing(pieces: Pieces): Words {
    return new Words(this.language, this.catalogue, this.names, pieces);
  }

  fill(template: string, args: Args): string {
    let text = "";
    for (const part of takenApart(template)) {
      if (typeof part === "string") text += part;
      else if ("yes" in part) text += this.fill(holds(find(args, part.path)) ? part.yes : part.no, args);
      else text += this.field(part, args);
    }
    return text;
  }

  private field({ capital, name, path, noun, table, joiner }: Field, args: Args): string {
    const value = find(args, path);
    if (value === NOWHERE) return `[${name}]`;
    if (noun) return withCapital(this.say(`${noun}.${plural(this.language, Number(value))}`, args), capital);
    const items = (Array.isArray(value) ? value : [value]).map((one) => this.item(one, table, args));
    const first = items[0];
    if (first && !first.isName) first.text = withCapital(first.text, capital);
    return this.join(items.map((item) => item.text), joiner);
  }

  private item(value: unknown, table: string | undefined, args: Args): { text: string; isName: boolean } {
    if (!table) return { text: plain(value), isName: false };
    if (table.split("/")[0] === "seat" && typeof value === "number" && this.names[value]) {
      return { text: this.names[value], isName: true };
    }
    return { text: this.say(`${table}.${plain(value)}`, args), isName: false };
  }

  private join(items: string[], joiner: string | undefined): string {
    if (!joiner || items.length < 2) return items.join(", ");
    return items.slice(0, -1).join(", ") + this.say(`list.${joiner}`) + items.at(-1);
  }
}

export function plain(value: unknown): string {
  return value === null || value === undefined ? "none" : String(value);
}

function holds(value: unknown): boolean {
  if (value === NOWHERE || value === null) return false;
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value === "object") return Object.keys(value as object).length > 0;
  return Boolean(value);
}

function find(args: unknown, path: readonly string[]): unknown {
  let found = args;
  for (const step of path) {
    if (Array.isArray(found)) {
      if (!/^\d+$/.test(step) || Number(step) >= found.length) return NOWHERE;
      found = found[Number(step)];
    } else if (found !== null && typeof found === "object" && Object.hasOwn(found, step)) {
      found = (found as Args)[step];
    } else {
      return NOWHERE;
    }
  }
  return found;
}

export function plural(language: string, number: number): string {
  const count = Math.abs(Math.trunc(number));
  if (count === 1) return "one";
  if (language !== "pl") return "other";
  return count % 10 >= 2 && count % 10 <= 4 && !(count % 100 >= 12 && count % 100 <= 14) ? "few" : "many";
}

function takenApart(template: string): Part[] {
  let parts = taken.get(template);
  if (!parts) {
    parts = split(template).map(([isField, part]) => (isField ? fieldOf(part) : part));
    taken.set(template, parts);
  }
  return parts;
}

function fieldOf(field: string): Condition | Field {
  const condition = conditionOf(field);
  if (condition) {
    const [path, yes, no] = condition;
    return { path: path.split("."), yes, no };
  }
  const parts = FIELD.exec(field);
  if (!parts) throw new Error(`'{${field}}' is no field of a template.`);
  const [, capital = "", name = "", noun, table, joiner] = parts;
  return { capital, name, path: name.split("."), noun, table, joiner };
}

function split(template: string): [boolean, string][] {
  const parts: [boolean, string][] = [];
  let depth = 0;
  let start = 0;
  for (let place = 0; place < template.length; place++) {
    if (template[place] === "{") {
      if (depth === 0) {
        parts.push([false, template.slice(start, place)]);
        start = place + 1;
      }
      depth++;
    } else if (template[place] === "}") {
      depth--;
      if (depth < 0) break;
      if (depth === 0) {
        parts.push([true, template.slice(start, place)]);
        start = place + 1;
      }
    }
  }
  if (depth !== 0) throw new Error(`The braces of '${template}' do not match.`);
  return [...parts, [false, template.slice(start)]];
}

function conditionOf(field: string): [string, string, string] | null {
  const mark = field.indexOf("?");
  if (mark < 0 || field.slice(0, mark).includes("{")) return null;
  const path = field.slice(0, mark);
  const texts = field.slice(mark + 1);
  let depth = 0;
  for (let place = 0; place < texts.length; place++) {
    if (texts[place] === "{") depth++;
    if (texts[place] === "}") depth--;
    if (texts[place] === "|" && depth === 0) return [path, texts.slice(0, place), texts.slice(place + 1)];
  }
  return [path, texts, ""];
}

function withCapital(text: string, mark: string | undefined): string {
  return mark ? text.slice(0, 1).toUpperCase() + text.slice(1) : text;
}
