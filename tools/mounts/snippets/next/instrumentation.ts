export const register = async (): Promise<void> => {
  if (process.env["NEXT_RUNTIME"] !== "nodejs") return
  const { telemark } = await import("./telemark.js")
  const opened = await telemark()
  opened.startWorker()
}
