export const began = performance.now()
