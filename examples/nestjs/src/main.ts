import "reflect-metadata"
import { NestFactory } from "@nestjs/core"
import { AppModule } from "./app.module.js"
import { mountTelemark } from "./telemark/mountTelemark.js"
import { TelemarkService } from "./telemark/telemark.service.js"

const app = await NestFactory.create(AppModule)
app.enableShutdownHooks()
mountTelemark(app)
await app.listen(8080, "127.0.0.1")

// The first start prints a key for the interface below /v1, once.
const { apiKeys } = app.get(TelemarkService)
if ((await apiKeys.list()).data.length === 0)
  console.log(`http://127.0.0.1:8080/v1 with ${(await apiKeys.create({ name: "website" })).key}`)
