import { Effect, Layer } from "effect"

/** A layer that can't be built. */
export const failing = <E>(error: E): Layer.Layer<unknown, E> =>
  Layer.effectContext(Effect.fail(error))

/** A layer with its error told otherwise. */
export const mapError = <A, E, R, E2>(
  layer: Layer.Layer<A, E, R>,
  otherwise: (error: E) => E2
): Layer.Layer<A, E2, R> => Layer.catch(layer, (error) => failing(otherwise(error)))
