import type { DomainRecord } from "./Domain.js"
import { awaitedKeys } from "./keyRotation.js"

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How long records that are about to be published are checked often. */
const frequentPeriod = 14 * day

/** Whether mail may be sent, according to the stored flags rather than a single check. */
export const isReady = ({
  dkim_verified,
  spf_verified
}: Pick<DomainRecord, "dkim_verified" | "spf_verified">): boolean => dkim_verified && spf_verified

const isFailing = (record: DomainRecord): boolean =>
  [
    record.spf_failing_since,
    record.dkim_failing_since,
    record.dmarc_failing_since,
    record.return_path_failing_since,
    record.tracking_failing_since
  ].some((since) => since !== null) ||
  record.keys.some(({ ends_at, state }) => state === "current" && ends_at !== null)

/** Was ready and isn't now: each hour until its records are back is an hour of unsigned mail. */
const isLost = (record: DomainRecord): boolean => record.verified_at !== null && !isReady(record)

const interval = (record: DomainRecord, now: number): number => {
  const waitingSince = [
    ...(isReady(record) ? [] : [record.created_at]),
    ...awaitedKeys(record.keys).map(({ created_at }) => created_at)
  ]
  if (waitingSince.some((since) => now - since < frequentPeriod)) return 5 * minute
  return isFailing(record) || isLost(record) ? hour : day
}

const spread = (millis: number, now: number, random: number): number =>
  now + Math.round(millis * (1 + random / 10))

/**
 * The next check, in epoch milliseconds: every 5 minutes while records of the last 14 days are
 * awaited, hourly while a record is missing or lost, otherwise daily; up to a tenth later, to
 * spread domains that were added together. `random` is from 0 to 1.
 */
export const nextCheckAt = (record: DomainRecord, now: number, random: number): number =>
  spread(interval(record, now), now, random)

/** The next check of a domain that another tenant owns: daily. */
export const nextCheckOfTaken = (now: number, random: number): number => spread(day, now, random)
