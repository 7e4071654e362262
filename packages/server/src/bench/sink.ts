// The program of the SMTP server to which `telemark bench` delivers.
import { runSink } from "@telemark-tools/load"

await runSink()
