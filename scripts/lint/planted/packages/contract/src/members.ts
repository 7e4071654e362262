export const members = 1
