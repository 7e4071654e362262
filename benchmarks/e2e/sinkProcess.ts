/** The SMTP server that all variants deliver to, in a process of its own. */
import { runSink } from "@telemark-tools/load"

await runSink()
