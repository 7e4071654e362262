/**
 * What a field of a monthly limit says: null if it is empty, which means the deployment's, and
 * undefined if it is no number. Points and commas are none: `10.000` is ten thousand to some, and
 * ten to others.
 */
export const readMonthlyLimit = (text: string): number | null | undefined => {
  const written = text.trim()
  if (written === "") return null
  return /^[1-9]\d{0,14}$/.test(written) ? Number(written) : undefined
}
