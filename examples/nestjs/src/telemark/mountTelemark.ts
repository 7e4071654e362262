import type { INestApplication } from "@nestjs/common"
import { TelemarkService } from "./telemark.service.js"

/**
 * Serves Telemark's HTTP interface below `/v1`. Call it before `listen` or `init`, which read bodies
 * of at most 100 kB: mail with files has more.
 */
export const mountTelemark = (app: INestApplication): void => {
  const telemark = app.get(TelemarkService)
  app.use("/v1", telemark.nodeHandler)
  // What mail providers report.
  app.use("/hooks", telemark.nodeHandler)
}
