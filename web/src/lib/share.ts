/* News that says mostly what is known already: what is equal stays the very same object, so that only what has changed is drawn again. */

/** `fresh`, with every part that equals its counterpart in `known` replaced by that one; `known` itself if nothing differs. */
export function shared<T>(known: unknown, fresh: T): T {
  if (known === fresh || typeof known !== "object" || typeof fresh !== "object" || known === null || fresh === null) return fresh;
  if (Array.isArray(fresh)) {
    if (!Array.isArray(known)) return fresh;
    const parts = fresh.map((part: unknown, place) => shared(known[place], part));
    return (parts.length === known.length && parts.every((part, place) => part === known[place]) ? known : parts) as T;
  }
  if (Array.isArray(known)) return fresh;
  const old = known as Record<string, unknown>;
  const names = Object.keys(fresh);
  const parts: Record<string, unknown> = {};
  let isSame = names.length === Object.keys(old).length;
  for (const name of names) {
    const part = shared(old[name], (fresh as Record<string, unknown>)[name]);
    parts[name] = part;
    isSame &&= part === old[name] && name in old;
  }
  return (isSame ? known : parts) as T;
}
