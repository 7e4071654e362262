export * from "./DiagnosisReport.js"
