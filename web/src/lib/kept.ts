/* What this browser remembers. Storage may be closed to us: then nothing is kept, and nothing breaks. */

export function kept(key: string, storage: () => Storage = () => localStorage): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

export function keep(key: string, value: string | null, storage: () => Storage = () => localStorage): void {
  try {
    if (value === null) storage().removeItem(key);
    else storage().setItem(key, value);
  } catch {
    // nothing to do: it is only a convenience
  }
}
