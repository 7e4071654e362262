import { BadRequestException, Body, Controller, Post } from "@nestjs/common"
import { SignupsService } from "./signups.service.js"

@Controller("signups")
export class SignupsController {
  constructor(private readonly signups: SignupsService) {}

  @Post()
  async create(@Body("email") email: unknown) {
    if (typeof email !== "string") throw new BadRequestException("takes an email")
    return { mail: await this.signups.welcome(email) }
  }
}
