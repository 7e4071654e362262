export { Diagnosis, type DiagnosisService, type Examination } from "./Diagnosis.js"
