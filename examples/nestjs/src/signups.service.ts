import { Injectable } from "@nestjs/common"
import { TelemarkService } from "./telemark/telemark.service.js"

@Injectable()
export class SignupsService {
  constructor(private readonly telemark: TelemarkService) {}

  /** Welcomes somebody once, however often the button is pressed. Answers the mail's id. */
  async welcome(email: string): Promise<string | null> {
    const { queued } = await this.telemark.emails.send(
      {
        to: email,
        subject: "Welcome to Fjord",
        html: "<h1>Welcome!</h1><p>Good to have you here. Your first tour is on us.</p>"
      },
      { idempotencyKey: `welcome-${email}` }
    )
    return queued[0]?.id ?? null
  }
}
