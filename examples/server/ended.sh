#!/bin/sh
# One line in the journal of the machine each time that ordo ends, with its exit code at the priority of docs/alerts.md. Copy it to
# /usr/local/lib/ordo/ended.sh; systemd runs it after the command (ExecStopPost), with EXIT_CODE and EXIT_STATUS set.
#
# Where ORDO_METRICS names the folder of node_exporter's textfile collector, the same is there for alerts.yaml.
set -eu
job=${1:?the name of the job}
code=${EXIT_STATUS:-none}
case $code in
  0) priority=6 ;;                # info
  8 | 10 | 130 | 143) priority=5 ;; # notice: it continues by itself
  3 | 4 | 5 | 6 | 9) priority=4 ;;  # warning: look today
  *) priority=2 ;;                # critical: look now; also a signal that it did not ask for
esac
# systemd takes the number at the beginning of a line as its priority.
echo "<$priority>ordo-ended job=$job exit=$code"
[ -n "${ORDO_METRICS:-}" ] || exit 0
case $code in *[!0-9]*) code=137 ;; esac
file=$ORDO_METRICS/ordo-$job.prom
{
  echo "ordo_exit_code{job_name=\"$job\"} $code"
  echo "ordo_ended_seconds{job_name=\"$job\"} $(date +%s)"
} > "$file.$$"
mv "$file.$$" "$file"
