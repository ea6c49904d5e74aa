/**
 * Makes the global `Date` show the functions' clock. `ahead` returns how many milliseconds that clock is ahead of the
 * machine's. It is called for every date, so that the clock can move without a restart. Other uses of `Date` are
 * unchanged.
 */
export function shiftDate(scope: { Date: DateConstructor }, ahead: () => number): void {
  const machine = scope.Date
  const machineNow = machine.now
  const now = () => machineNow() + ahead()
  const shifted = new Proxy(machine, {
    construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
    apply: (target) => new target(now()).toString(),
  })
  machine.now = now
  machine.prototype.constructor = shifted
  scope.Date = shifted
}
