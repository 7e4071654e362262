import { createServer } from "node:http"
import { telemark } from "./telemark.js"

createServer(telemark.nodeHandler).listen(3000)
