/** Puts a value in the place of a member until the block ends. */
export function replacing<Owner, Name extends keyof Owner>(
  owner: Owner,
  name: Name,
  value: Owner[Name],
): Disposable {
  const before = owner[name];
  owner[name] = value;
  return { [Symbol.dispose]: () => void (owner[name] = before) };
}
