# shellcheck shell=bash
# To be sourced by tests in shell: counts what passed and failed. They end with `finish`.
passed=0
failed=0

pass() { passed=$((passed + 1)); }
fail() {
  failed=$((failed + 1))
  echo "FAILED: $*"
}
# check WHAT COMMAND...: passes where the command succeeds.
check() { if "${@:2}"; then pass; else fail "$1"; fi; }
# check_said WHAT COMMAND...: the same; what it printed is shown where it fails.
check_said() {
  local said
  if said=$("${@:2}" 2>&1 </dev/null); then pass; else fail "$1: $(tail -n 20 <<<"$said")"; fi
}
# The line that scripts/test.sh counts, and the exit code.
finish() {
  echo "$passed passed, $failed failed"
  ((failed == 0))
}
