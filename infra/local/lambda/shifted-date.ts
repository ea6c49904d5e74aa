/**
 * Makes `Date` show the functions' clock. `ahead` returns its lead over the machine in milliseconds at each reading, so
 * the clock moves without a restart. The rest of `Date` is unchanged.
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
