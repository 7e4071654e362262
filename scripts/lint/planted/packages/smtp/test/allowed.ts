// What only tests may.
export const length = (text?: string) => text!.length
export const answer = JSON.parse("{}")
