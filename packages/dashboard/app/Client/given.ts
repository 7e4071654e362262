/** What was chosen of a query's members: an empty one asks for nothing. */
export const given = <Members extends Readonly<Record<string, string>>>(
  members: Members
): Partial<Members> =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== "")
  ) as Partial<Members>
