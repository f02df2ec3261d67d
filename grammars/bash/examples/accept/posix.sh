# A file of POSIX, without a first line.
PATH=/bin:/usr/bin; export PATH
: "${EDITOR:=vi}" "${PAGER=less}"

if test "$#" -ne 0 -a -r "$1"
then
	for i
	do
		case $i in
		(-*) echo option;;
		*.c|*.h) cc -c "$i" ||
			exit $?;;
		esac
	done
else
	echo none >&2
fi

x=`basename "$0" .sh`
( cd /tmp && ls ) | sed 's/a/b/
s/c/d/' | (
	read first
	echo "first: $first"
)
cat <<END >"$x.txt" && echo done
\$x is $x
END
echo {} } if then [ ] a=b -- 'it'"'"'s' \
	last
! grep -q "$x" /etc/passwd
