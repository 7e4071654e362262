import { type ArgumentsHost, BadRequestException, Catch } from "@nestjs/common"
import { BaseExceptionFilter } from "@nestjs/core"
import { ValidationFailed } from "telemark"

/** Mail that nobody could send, to an address that is none for instance, is answered 400. */
@Catch(ValidationFailed)
export class InvalidMailFilter extends BaseExceptionFilter<Error> {
  override catch(error: Error, host: ArgumentsHost): void {
    super.catch(
      error instanceof ValidationFailed
        ? new BadRequestException({ error: error.code, details: error.details })
        : error,
      host
    )
  }
}
