export { appointmentNames } from '../functions/appointments/names.ts'
export { fixedCostNames, hoursNames, userRateNames } from '../functions/costs/names.ts'
export { leadNames } from '../functions/leads/names.ts'
export { adjustmentNames, commissionNames, questionNames, saleNames } from '../functions/sales/names.ts'
