/** `name = excluded.name, …`: what an INSERT says of a row that is there already. */
export const replaced = (names: ReadonlyArray<string>): string =>
  names.map((name) => `${name} = excluded.${name}`).join(", ")
