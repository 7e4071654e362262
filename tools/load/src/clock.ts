/** Milliseconds of the machine's monotonic clock, which all processes read alike. */
export const monotonicMillis = (): number => Number(process.hrtime.bigint()) / 1e6
