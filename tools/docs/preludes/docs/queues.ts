import type { Queue } from "@telemark/core"
import type { Layer } from "effect"

export declare const layerOfMyQueue: (options: { readonly keptFor: number }) => Layer.Layer<Queue>
