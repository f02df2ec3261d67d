package p
func f()
{
}
