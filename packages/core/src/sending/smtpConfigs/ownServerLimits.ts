import type { RouteLimits } from "../../delivery/routes/throttle.js"

/** Microsoft 365 accepts 30 messages a minute over at most 3 connections per login. */
const microsoft: RouteLimits = { concurrency: 3, interval: 2000 }

/** Microsoft's hosts: worldwide, US government, and China. */
const microsoftHost = /(?:^|\.)(?:office365\.(?:com|us)|outlook\.(?:com|cn))\.?$/i

const usual: RouteLimits = { concurrency: 5, interval: 0 }

/** The limits of a tenant's own server: few connections, since it serves one tenant. */
export const ownServerLimits = (host: string): RouteLimits =>
  microsoftHost.test(host) ? microsoft : usual
