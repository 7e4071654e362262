import type { RouteLimits } from "../Delivery/index.js"

/** Microsoft 365 takes 30 messages a minute over at most 3 connections from one who logs in. */
const microsoft: RouteLimits = { concurrency: 3, interval: 2000 }

/** Its hosts in the world, for the government of the United States, and in China. */
const microsoftHost = /(?:^|\.)(?:office365\.(?:com|us)|outlook\.(?:com|cn))\.?$/i

const usual: RouteLimits = { concurrency: 5, interval: 0 }

/** What a tenant's own server is given at most: few connections, since it serves one tenant alone. */
export const ownServerLimits = (host: string): RouteLimits => microsoftHost.test(host) ? microsoft : usual
