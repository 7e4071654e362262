export const all = 1
