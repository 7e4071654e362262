export const began = performance.now() // finds: time/no-clock
