import { expect, test } from "vitest";
import { shared } from "$lib/share";

test("what is equal stays the very same object", () => {
  const known = { rooms: [{ name: "a", cubes: [1, 2] }, { name: "b", cubes: [] }], round: 1 };
  const fresh = { rooms: [{ name: "a", cubes: [1, 3] }, { name: "b", cubes: [] }], round: 1 };
  const found = shared(known, fresh);

  expect(found).toEqual(fresh);
  expect(found.rooms[0]).not.toBe(known.rooms[0]);
  expect(found.rooms[1]).toBe(known.rooms[1]);
});

test("equal news is no news", () => {
  const known = { list: [1, { of: null }], none: undefined };

  expect(shared(known, structuredClone(known))).toBe(known);
});

test.each([
  [{ one: 1 }, { one: 1, two: 2 }],
  [{ one: 1, two: undefined }, { one: 1, three: undefined }],
  [[1, 2, 3], [1, 2]],
  [[1], { 0: 1 }],
  [{ 0: 1 }, [1]],
  [null, { one: 1 }],
  [{ one: { two: 1 } }, { one: null }],
])("%j does not stand for %j", (known, fresh) => {
  expect(shared(known, fresh)).toEqual(fresh);
  expect(shared(known, fresh)).not.toBe(known);
});

test("nothing of what is known is changed", () => {
  const known = Object.freeze({ a: Object.freeze([1, 2]), b: Object.freeze({ c: 1 }) });

  expect(shared(known, { a: [1, 2], b: { c: 2 } })).toEqual({ a: [1, 2], b: { c: 2 } });
});
