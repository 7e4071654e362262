// The worker thread where nothing was built: by itself, tsx reads TypeScript in main threads only.
import { register } from "tsx/esm/api"

register()
await import("./worker.ts")
