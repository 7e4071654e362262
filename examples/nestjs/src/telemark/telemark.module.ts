import {
  ConfigurableModuleBuilder,
  Global,
  Inject,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown
} from "@nestjs/common"
import { createTelemark, type TelemarkOptions, type WorkerOptions } from "telemark"
import { TelemarkService } from "./telemark.service.js"

export interface TelemarkModuleOptions extends TelemarkOptions {
  /** What the worker of this process does; `false` where others deliver. */
  readonly worker?: WorkerOptions | false
}

const { ConfigurableModuleClass, MODULE_OPTIONS_TOKEN } =
  new ConfigurableModuleBuilder<TelemarkModuleOptions>().setClassMethodName("forRoot").build()

/**
 * `TelemarkModule.forRoot({ storage, transport, from })`, or `forRootAsync({ inject, useFactory })`:
 * every module may inject `TelemarkService`. The worker starts with the application and ends with
 * it, after the HTTP server has answered its last request.
 */
@Global()
@Module({
  providers: [
    {
      provide: TelemarkService,
      inject: [MODULE_OPTIONS_TOKEN],
      useFactory: ({ worker: _, ...options }: TelemarkModuleOptions) => createTelemark(options)
    }
  ],
  exports: [TelemarkService]
})
export class TelemarkModule
  extends ConfigurableModuleClass
  implements OnApplicationBootstrap, OnApplicationShutdown
{
  constructor(
    private readonly telemark: TelemarkService,
    @Inject(MODULE_OPTIONS_TOKEN) private readonly options: TelemarkModuleOptions
  ) {
    super()
  }

  onApplicationBootstrap(): void {
    const { worker = {} } = this.options
    if (worker !== false) this.telemark.startWorker(worker)
  }

  async onApplicationShutdown(): Promise<void> {
    await this.telemark.close()
  }
}
