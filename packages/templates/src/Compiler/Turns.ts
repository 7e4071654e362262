import { CompilerBusy } from "@telemark/core"
import { Deferred, Effect } from "effect"
import { type Claim, hasRoom, join, next, nobody, quit, type Waiting } from "./waiting.js"

interface Turn extends Claim {
  /** Done when the turn has come. */
  readonly begins: Deferred.Deferred<void>
}

/** Clients give up soon after, and what waits for nobody keeps others waiting. */
const patience = "10 seconds"

/** Lets at most so many effects run at once, in the order that `next` says. */
export interface Turns {
  /** Runs an effect when its turn has come; fails at once if too many wait already, and if it doesn't come within 10 s. */
  readonly take: (
    claim: Claim
  ) => <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | CompilerBusy, R>
}

export const makeTurns = (size: number): Turns => {
  let waiting: Waiting<Turn> = nobody
  const running = new Set<Turn>()

  const letBegin = (): void => {
    for (let found = next(waiting, [...running], size); found !== undefined; found = next(waiting, [...running], size)) {
      waiting = found.waiting
      running.add(found.turn)
      Deferred.unsafeDone(found.turn.begins, Effect.void)
    }
  }

  const enter = (claim: Claim): Effect.Effect<Turn, CompilerBusy> =>
    Effect.flatMap(Deferred.make<void>(), (begins) =>
      Effect.suspend(() => {
        const turn: Turn = { ...claim, begins }
        if (!hasRoom(waiting, turn)) return Effect.fail(new CompilerBusy())
        waiting = join(waiting, turn)
        letBegin()
        return Effect.succeed(turn)
      }))

  const begin = ({ begins }: Turn): Effect.Effect<void, CompilerBusy> =>
    Effect.timeoutFail(Deferred.await(begins), { duration: patience, onTimeout: () => new CompilerBusy() })

  const leave = (turn: Turn): Effect.Effect<void> =>
    Effect.sync(() => {
      if (!running.delete(turn)) waiting = quit(waiting, turn)
      letBegin()
    })

  return {
    take: (claim) => (effect) =>
      Effect.acquireUseRelease(enter(claim), (turn) => Effect.zipRight(begin(turn), effect), leave)
  }
}
