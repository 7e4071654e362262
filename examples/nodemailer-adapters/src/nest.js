import "reflect-metadata"
import { MailerModule } from "@nestjs-modules/mailer"
import { Module } from "@nestjs/common"

/** A module of NestJS, in which `MailerService` can be injected. */
export const makeModule = (transport) => {
  class AppModule {}
  Module({
    imports: [
      MailerModule.forRoot({ transport, defaults: { from: "Fjord <hello@fjord.example>" } })
    ]
  })(AppModule)
  return AppModule
}
