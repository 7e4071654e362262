import express from "express"
import { telemark } from "./telemark.js"

const app = express()
app.use("/v1", telemark.nodeHandler)
app.use("/hooks", telemark.nodeHandler)
app.use("/t", telemark.nodeHandler)
app.use("/u", telemark.nodeHandler)
app.listen(3000)
