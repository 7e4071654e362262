export { type DashboardFile, type DashboardFiles, loadDashboard } from "./loadDashboard.js"
