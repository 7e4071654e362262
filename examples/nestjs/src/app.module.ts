import { Module } from "@nestjs/common"
import { APP_FILTER } from "@nestjs/core"
import { capture, smtp } from "@telemark/smtp"
import { sqlite } from "@telemark/sqlite"
import { SignupsController } from "./signups.controller.js"
import { SignupsService } from "./signups.service.js"
import { InvalidMailFilter } from "./telemark/invalidMail.filter.js"
import { TelemarkModule } from "./telemark/telemark.module.js"

@Module({
  imports: [
    TelemarkModule.forRootAsync({
      useFactory: () => ({
        storage: sqlite({ filename: "data/mail.db" }),
        transport:
          process.env["SMTP_URL"] === undefined
            ? capture()
            : smtp({ url: process.env["SMTP_URL"] }),
        from: "Fjord <hello@fjord.example>"
      })
    })
  ],
  controllers: [SignupsController],
  providers: [SignupsService, { provide: APP_FILTER, useClass: InvalidMailFilter }]
})
export class AppModule {}
