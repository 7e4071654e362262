import type { JobsOptions } from "bullmq"

export const queueName = "mail"

/** A file of a mail, in base64. */
export interface JobFile {
  readonly filename: string
  readonly content: string
}

/** A mail to one recipient, as it waits in Redis. */
export interface Job {
  readonly id: string
  readonly to: string
  readonly from: string
  readonly subject?: string
  readonly html?: string
  readonly template_id?: string
  readonly data?: Readonly<Record<string, unknown>>
  readonly attachments?: ReadonlyArray<JobFile>
}

/** A send, as it is posted. */
export interface Send extends Omit<Job, "id" | "to"> {
  readonly to: string | ReadonlyArray<string>
}

/** Tried again a few times; what was sent is forgotten, as is advised where there is much of it. */
export const jobOptions: JobsOptions = {
  attempts: 5,
  backoff: { type: "exponential", delay: 1000 },
  removeOnComplete: true,
  removeOnFail: 1000
}
