export const answer = JSON.parse("{}")
