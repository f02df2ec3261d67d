#!/bin/bash
# Copies what has changed, and says what it did.

set -euo pipefail

readonly SOURCE="${1:?a folder}" TARGET=${2:-"$HOME/backup"}
declare -a changed=()
declare -A sizes=([none]=0)
count=0 verbose=${VERBOSE:-}

usage() {
  cat <<EOF
Usage: ${0##*/} [-v] SOURCE [TARGET]

  It's "quoted" as it stands, $(date +%F) too.
EOF
  exit "${1:-0}"
}

log() { [[ -n $verbose ]] && printf '%s: %s\n' "$(date +"%H:%M")" "$*" >&2 || true; }

function size_of() {
  local file=$1 size
  size=$(stat -c %s -- "$file" 2>/dev/null) || return 1
  echo $((size / 1024 + (size % 1024 > 0 ? 1 : 0)))
}

while getopts ':vh' option; do
  case "$option" in
    v) verbose=1 ;;
    h | \?) usage ;;
    *)
      echo "unknown: -$OPTARG" >&2
      usage 2
      ;;
  esac
done
shift $((OPTIND - 1))

for file in "$SOURCE"/*.{txt,md} "$SOURCE"/[a-z]*; do
  [ -f "$file" ] || continue
  if [[ $file =~ ^(.*/)?([^/]+)\.(txt|md)$ && ! -L $file ]]; then
    name=${BASH_REMATCH[2]}
  elif [[ "$file" == *~ || $file -ot $TARGET ]]; then
    continue
  else
    name="${file##*/}"; name=${name//[^a-z]/_}
  fi
  sizes[$name]=$(size_of "$file") && changed+=("$file")
  (( count += 1 )) # how many
done

if ((count > 0)); then
  {
    mkdir -p "$TARGET"
    cp -- "${changed[@]}" "$TARGET" || exit 1
  } 2>&1 | tee -a "$TARGET/log" | while read -r line; do
    log "> $line"
  done
fi

for ((i = 0; i < ${#changed[@]}; i++)); do log "$i: ${changed[i]:0:20}"; done

diff <(ls "$SOURCE") <(ls "$TARGET") > /dev/null && echo same || echo `expr $count + 1` differ
sed -e "s/^/  /" <<-'END' | sort -u &
	One $line
	two
	END
trap 'rm -f "$tmp"' EXIT INT
wait "$!"
until ! pgrep -x backup >/dev/null 2>&1; do sleep 1; done
