package p;;
