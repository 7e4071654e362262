/** An instant of epoch milliseconds, for people. */
export const time = (millis: number): string =>
  `${new Date(millis).toISOString().slice(0, 19).replace("T", " ")} UTC`
