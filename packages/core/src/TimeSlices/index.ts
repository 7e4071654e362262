export { inTimeSlices } from "./inTimeSlices.js"
export { pause } from "./pause.js"
export { atOnce, makeTimeSlices, type Steps, type TimeSlices, timeSlices } from "./timeSlices.js"
