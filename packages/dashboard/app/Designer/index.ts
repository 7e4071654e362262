export type { DesignerProps, DesignJson } from "./Designer.js"
