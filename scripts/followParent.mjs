// Ends this process, as SIGTERM does, once the process that started it is gone without a word, as
// after SIGKILL.
const parent = process.ppid
setInterval(() => {
  if (process.ppid !== parent) process.kill(process.pid, "SIGTERM")
}, 1000).unref()
