/** Opens Telemark when the server starts, and delivers mail in its process. */
export const register = async (): Promise<void> => {
  if (process.env.NEXT_RUNTIME !== "nodejs") return
  const { telemark } = await import("@/lib/telemark")
  const opened = await telemark()
  opened.startWorker()
}
